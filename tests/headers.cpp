// Empty: its target holds the headers that tests share, parsed once.
