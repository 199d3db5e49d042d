/**
 * What an audit is asked: the records behind {@code audit.yaml} and the flags of the command line.
 */
@NullMarked
package org.shiftbed.audit.spec;

import org.jspecify.annotations.NullMarked;
