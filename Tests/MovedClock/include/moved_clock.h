/// By how many seconds the system's clock is set forward.
long moved_clock_seconds(void);
