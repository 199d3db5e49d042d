@echo off
rem Starts Shiftbed from a built distribution (bin\, lib\). Needs a Java 17 or newer and nothing else.
setlocal
set "HOME_DIR=%~dp0.."
set "JAVA_EXE=java"
if defined JAVA_HOME set "JAVA_EXE=%JAVA_HOME%\bin\java.exe"
rem Plugins: the jars and folders of SHIFTBED_PLUGINS, then plugins\ beside lib\. Empty parts of the list are passed over.
if exist "%HOME_DIR%\plugins\" set "SHIFTBED_PLUGINS=%SHIFTBED_PLUGINS%;%HOME_DIR%\plugins"
"%JAVA_EXE%" "@%HOME_DIR%\bin\jvm.options" %SHIFTBED_JAVA_OPTIONS% -cp "%HOME_DIR%\lib\*" org.shiftbed.app.Main %*
exit /b %ERRORLEVEL%
