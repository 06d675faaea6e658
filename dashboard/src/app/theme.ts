/** Light, dark, or as the system is; `public/theme.js` applies the choice before the page is drawn. */
import { useState } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const stored = (): Theme => THEMES.find((theme) => theme === localStorage.getItem("theme")) ?? "system";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function apply(): void {
  const theme = stored();
  document.documentElement.classList.toggle("dark", theme === "dark" || (theme === "system" && systemIsDark.matches));
}
systemIsDark.addEventListener("change", apply);

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(stored);
  const choose = (next: Theme) => {
    localStorage.setItem("theme", next);
    apply();
    setTheme(next);
  };
  return [theme, choose];
}
