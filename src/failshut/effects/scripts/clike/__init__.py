"""Read programs of C-like languages: JavaScript, Perl, Ruby, PHP, Lua, R, awk, AppleScript."""
