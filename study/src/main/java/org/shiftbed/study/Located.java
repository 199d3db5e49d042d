package org.shiftbed.study;

import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Source;

/** Gives an error of another room the place in the study file that led to it. */
final class Located {
    private Located() {}

    /**
     * The same error with file, line and field in front. Where it begins with the name of a field that was written, its line is taken.
     *
     * @param path of the shift or data set in the study file
     * @param name of the shift or data set: a message that repeats it loses it
     */
    static UserError at(Source source, String path, String name, UserError error) {
        String message = String.valueOf(error.getMessage());
        if (message.startsWith(name + ": ")) {
            message = message.substring(name.length() + 2);
        }
        String field = message.split("[ :]", 2)[0];
        String inner = path + "." + field;
        if (source.lines().containsKey(inner)) {
            String rest = message.substring(field.length());
            return new UserError(source.place(inner) + (rest.startsWith(":") ? "" : ":") + rest, error);
        }
        return new UserError(source.place(path) + ": " + message, error);
    }
}
