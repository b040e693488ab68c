"use client";

import { type ReactNode, useId } from "react";

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
  const group = useId();
  return (
    <div className="seg" role="radiogroup" aria-label={label} aria-disabled={disabled || undefined}>
      {options.map((option) => (
        <label key={option.value} lang={option.lang} data-tip={option.name}>
          <input
            type="radio"
            className="vh"
            name={group}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            aria-label={option.name}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
