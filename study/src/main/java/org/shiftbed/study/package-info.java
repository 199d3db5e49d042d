/**
 * A study file becomes trials, trials run in worker processes, and their folders are the truth.
 *
 * <p>{@link org.shiftbed.study.StudyFile} reads strictly; {@link org.shiftbed.study.Plan} makes {@link org.shiftbed.study.Trial} values;
 * {@link org.shiftbed.study.LocalExecutor} runs them in workers; {@link org.shiftbed.study.TrialStore} holds what is done;
 * {@link org.shiftbed.study.Outcomes} applies selection rules to it.
 */
@NullMarked
package org.shiftbed.study;

import org.jspecify.annotations.NullMarked;
