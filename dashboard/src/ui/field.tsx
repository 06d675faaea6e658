/** A label with its input, hint and error, tied together for those who listen. */
import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

export const inputLook =
  "w-full rounded-lg border border-line-strong/60 bg-surface px-3 py-2 text-sm text-ink placeholder:text-muted/80 disabled:opacity-60 aria-invalid:border-bad";

type Common = { label: string; hint?: ReactNode; error?: string | null | undefined; hideLabel?: boolean };

function Around({ id, label, hint, error, hideLabel, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1 block text-sm font-medium"}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

const described = (id: string, { hint, error }: Common) => ({
  id,
  "aria-invalid": error ? true : undefined,
  "aria-describedby": error ? `${id}-error` : hint ? `${id}-hint` : undefined,
});

export function TextField({ label, hint, error, hideLabel, className = "", ...rest }: Common & ComponentProps<"input">) {
  const id = useId();
  const common = { label, hint, error, hideLabel: hideLabel ?? false };
  return (
    <Around id={id} {...common}>
      <input {...described(id, common)} {...rest} className={`${inputLook} ${className}`} />
    </Around>
  );
}

export function TextArea({ label, hint, error, hideLabel, className = "", ...rest }: Common & ComponentProps<"textarea">) {
  const id = useId();
  const common = { label, hint, error, hideLabel: hideLabel ?? false };
  return (
    <Around id={id} {...common}>
      <textarea {...described(id, common)} {...rest} className={`${inputLook} ${className}`} />
    </Around>
  );
}

export function SelectField({ label, hint, error, hideLabel, className = "", ...rest }: Common & ComponentProps<"select">) {
  const id = useId();
  const common = { label, hint, error, hideLabel: hideLabel ?? false };
  return (
    <Around id={id} {...common}>
      <div className="relative">
        <select {...described(id, common)} {...rest} className={`select ${inputLook} ${className} pr-9`} />
        <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted" aria-hidden="true" />
      </div>
    </Around>
  );
}

export function CheckField({ label, ...rest }: { label: ReactNode } & ComponentProps<"input">) {
  return (
    <label className="inline-flex items-center gap-2 text-sm">
      <input type="checkbox" {...rest} className="size-4 accent-accent" />
      {label}
    </label>
  );
}
