"use client";

import { type LucideIcon, Minus, Plus } from "lucide-react";
import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { readNumber, shownNumber } from "@/domain/number-input";
import { Icon } from "./icon";

/** A label above its control; the control gets the id. */
export function Field({
  label,
  aside,
  hint,
  children,
}: {
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {aside}
      </label>
      {children(id)}
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}

/** A row with a switch at its end. */
export function SwitchRow({
  icon,
  label,
  note,
  checked,
  onChange,
}: {
  icon?: LucideIcon;
  label: string;
  note?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="set">
      {icon && <Icon of={icon} />}
      <label className="grow w5" htmlFor={id}>
        {label}
      </label>
      {note && <span className="muted t12">{note}</span>}
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

/** A score from 0 to 10 in half steps. */
export function ScoreSlider({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const format = useFormatter();
  const shown = format.number(value, { minimumFractionDigits: 1 });
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label} <b className="strong">{shown}</b>
      </label>
      <input
        id={id}
        type="range"
        className="slider"
        min={0}
        max={10}
        step={0.5}
        value={value}
        aria-valuetext={shown}
        style={{ "--part": `${value * 10}%` } as CSSProperties}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}

/** A small whole number with buttons for one less and one more. */
export function Stepper({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const t = useTranslations("canvas.panel");
  const id = useId();
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  return (
    <div className="set">
      <label className="grow w5" htmlFor={id}>
        {label}
      </label>
      <span className="step">
        <button type="button" aria-label={`${label}: ${t("fewer")}`} onClick={() => set(value - 1)}>
          <Icon of={Minus} size={14} />
        </button>
        <input
          id={id}
          inputMode="numeric"
          value={value}
          onChange={(event) => set(Number.parseInt(event.target.value, 10) || min)}
          onKeyDown={(event) => {
            if (event.key === "ArrowUp") set(value + 1);
            if (event.key === "ArrowDown") set(value - 1);
          }}
        />
        <button type="button" aria-label={`${label}: ${t("more")}`} onClick={() => set(value + 1)}>
          <Icon of={Plus} size={14} />
        </button>
      </span>
    </div>
  );
}

/**
 * An optional number: empty means none. What is typed stays as typed until it is left; what cannot be
 * read changes nothing, so that a slip of the finger lifts no limit.
 */
export function NumberField({
  label,
  value,
  placeholder,
  whole,
  zero,
  onChange,
}: {
  label: string;
  value: number | null | undefined;
  placeholder: string;
  whole?: boolean;
  /** Whether 0 is a value that makes sense. */
  zero?: boolean;
  onChange: (value: number | undefined) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const language = useLocale();
  const id = useId();
  const read = typed === null ? value : readNumber(typed, language, whole);
  const fits = (number: number) => number > 0 || (zero === true && number === 0);
  const wrong = typed !== null && (read === null || (read !== undefined && !fits(read)));
  return (
    <div className="set">
      <label className="grow w5" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input input-n"
        aria-invalid={wrong || undefined}
        inputMode={whole ? "numeric" : "decimal"}
        placeholder={placeholder}
        value={typed ?? (value == null ? "" : shownNumber(value, language))}
        onBlur={() => setTyped(null)}
        onChange={(event) => {
          setTyped(event.target.value);
          const number = readNumber(event.target.value, language, whole);
          if (number === undefined || (number !== null && fits(number))) onChange(number);
        }}
      />
    </div>
  );
}
