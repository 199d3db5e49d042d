/**
 * The command line: one file a command. A command reads options, calls a room, prints what comes out and answers with an exit code; it
 * decides nothing that a room could decide.
 *
 * <p>Exit codes: 0 done; 1 some trials failed or are missing (the rest is reported); 2 what the user gave is wrong; 70 a fault of ours.
 */
@NullMarked
package org.shiftbed.app;

import org.jspecify.annotations.NullMarked;
