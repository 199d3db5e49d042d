package org.shiftbed.audit.spec;

/**
 * An audit as somebody asked for it.
 *
 * @param spec what is asked
 * @param wording what messages call its parts: flags, or lines of a file
 */
public record AuditQuestion(AuditSpec spec, Wording wording) {}
