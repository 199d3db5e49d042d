@echo off
rem Starts Shiftbed from a built distribution (bin\, lib\). Needs a Java 17 or newer and nothing else.
setlocal
set "HOME_DIR=%~dp0.."
set "JAVA_EXE=java"
if defined JAVA_HOME set "JAVA_EXE=%JAVA_HOME%\bin\java.exe"
"%JAVA_EXE%" "@%HOME_DIR%\bin\jvm.options" %SHIFTBED_JAVA_OPTIONS% -cp "%HOME_DIR%\lib\*" org.shiftbed.app.Main %*
exit /b %ERRORLEVEL%
