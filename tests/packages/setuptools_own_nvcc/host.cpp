int host_part() { return 1; }
