/** Leaves out compiler warnings about installed packages, which Hardhat prints and we cannot fix. */
export function quietForeignWarnings(): void {
  const { warn } = console
  console.warn = (...parts: unknown[]) => {
    if (!/^\s*--> \S*node_modules\//m.test(String(parts[0]))) warn(...parts)
  }
}
