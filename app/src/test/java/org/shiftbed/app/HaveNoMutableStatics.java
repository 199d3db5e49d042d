package org.shiftbed.app;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Every static field of ours is final; what a compiler makes is left out. */
final class HaveNoMutableStatics extends ArchCondition<JavaClass> {
    static final HaveNoMutableStatics INSTANCE = new HaveNoMutableStatics();

    private HaveNoMutableStatics() {
        super("have no static field that is not final");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        type.getFields().stream()
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
                .filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC))
                .filter(field -> !field.getName().startsWith("$"))
                .forEach(field -> events.add(
                        SimpleConditionEvent.violated(field, field.getFullName() + " is static and not final")));
    }
}
