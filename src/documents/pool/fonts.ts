/**
 * The fonts that a reader draws pages with: those of the machine, and the DejaVu fonts, which come as a package, as a container or a small
 * server has none.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Where systems other than Linux, which have no fontconfig of their own, keep fonts. */
const SYSTEM_DIRS = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts", "C:\\Windows\\Fonts"];

/** Writes fontconfig's configuration into the reader's folder, and gives the variable of its environment that names it. */
export async function fontsFor(readerDir: string): Promise<{ FONTCONFIG_FILE: string }> {
  const own = path.join(path.dirname(fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/package.json"))), "ttf");
  const dirs = [own, ...SYSTEM_DIRS].map((dir) => `<dir>${escaped(dir)}</dir>`);
  const cache = `<cachedir>${escaped(path.join(readerDir, "fonts"))}</cachedir>`;
  const include = '<include ignore_missing="yes">/etc/fonts/conf.d</include>';
  const file = path.join(readerDir, "fonts.conf");
  await writeFile(file, `<?xml version="1.0"?><fontconfig>${dirs.join("")}${cache}${include}</fontconfig>`, { mode: 0o644 });
  return { FONTCONFIG_FILE: file };
}

const SPECIAL = /[&<>]/g;
const escaped = (text: string): string => text.replace(SPECIAL, (sign) => `&#${sign.charCodeAt(0)};`);
