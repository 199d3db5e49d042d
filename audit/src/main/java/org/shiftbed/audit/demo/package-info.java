/**
 * Made data with a known law, so that an audit can be tried without any input and its prediction held against the truth. {@link
 * org.shiftbed.audit.demo.Demo} gives table, question and exact loss by name.
 */
@NullMarked
package org.shiftbed.audit.demo;

import org.jspecify.annotations.NullMarked;
