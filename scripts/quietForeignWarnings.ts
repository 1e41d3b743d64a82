/** Hardhat prints whatever the compiler warns of. What it finds in installed packages is not ours to mend, and is left out. */
export function quietForeignWarnings(): void {
  const { warn } = console
  console.warn = (...parts: unknown[]) => {
    if (!/^\s*--> \S*node_modules\//m.test(String(parts[0]))) warn(...parts)
  }
}
