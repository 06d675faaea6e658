/** Buttons, and links that look like them. */
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "#ui/spinner.tsx";

type Kind = "primary" | "secondary" | "quiet" | "danger";

const SHAPE =
  "inline-flex items-center justify-center gap-2 rounded-lg border px-3.5 py-2 text-sm font-medium whitespace-nowrap transition-colors select-none disabled:opacity-55 disabled:cursor-not-allowed";
const KINDS: Record<Kind, string> = {
  primary: "border-transparent bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "bg-surface text-ink border-line-strong/60 hover:bg-sunken",
  quiet: "border-transparent text-muted hover:text-ink hover:bg-sunken",
  danger: "bg-surface text-bad border-bad/50 hover:bg-bad-soft",
};

export const buttonLook = (kind: Kind = "primary", more = "") => `${SHAPE} ${KINDS[kind]} ${more}`;

type ButtonProps = ComponentProps<"button"> & {
  kind?: Kind;
  /** Shows that it works and cannot be pressed again meanwhile; its width stays. */
  busy?: boolean;
  icon?: ReactNode;
};

export function Button({ kind = "primary", busy = false, icon, className = "", children, disabled, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} disabled={disabled || busy} aria-busy={busy} className={buttonLook(kind, className)}>
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A button of a symbol only; `label` is read aloud and shown on hover. */
export function IconButton({ label, className = "", ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink disabled:opacity-40 ${className}`}
    />
  );
}

export function ButtonLink({ kind = "primary", className = "", ...rest }: LinkProps & { kind?: Kind; className?: string }) {
  return <Link {...rest} className={buttonLook(kind, className)} />;
}
