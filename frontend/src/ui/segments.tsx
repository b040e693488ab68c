"use client";

import { RadioGroup } from "radix-ui";
import type { ReactNode } from "react";

/** `name` names an option whose label may be an icon alone. */
export type Segment<T extends string> = { value: T; label: ReactNode; name?: string; lang?: string };

/** One choice of few, side by side; arrow keys move, as in every radio group. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: {
  label: string;
  value: T;
  options: readonly Segment<T>[];
  onChange: (value: T) => void;
  disabled?: boolean;
}) {
  return (
    <RadioGroup.Root
      className="seg"
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      disabled={disabled}
      orientation="horizontal"
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value} lang={option.lang} aria-label={option.name}>
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
