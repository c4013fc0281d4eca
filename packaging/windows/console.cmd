@rem The start menu opens this: Companion, then a prompt that knows the command `companion`.
@title Companion
@set "PATH=%~dp0;%PATH%"
@companion.exe %*
