"use client";

import { type LucideIcon, Minus, Plus } from "lucide-react";
import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
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

/** Reads a number as people write it, with a comma or a point; undefined when it is none. */
function parseNumber(text: string): number | undefined {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? undefined : value;
}

/** An optional number: empty means none. What is typed stays as typed until it is left. */
export function NumberField({
  label,
  value,
  placeholder,
  whole,
  onChange,
}: {
  label: string;
  value: number | null | undefined;
  placeholder: string;
  whole?: boolean;
  onChange: (value: number | undefined) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  return (
    <div className="set">
      <label className="grow w5" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input input-n"
        inputMode={whole ? "numeric" : "decimal"}
        placeholder={placeholder}
        value={typed ?? value?.toString() ?? ""}
        onBlur={() => setTyped(null)}
        onChange={(event) => {
          setTyped(event.target.value);
          const number = parseNumber(event.target.value);
          if (number === undefined) onChange(undefined);
          else if (number > 0 || (!whole && number === 0)) onChange(whole ? Math.round(number) : number);
        }}
      />
    </div>
  );
}
