/** The terminal, or the pipes in its place. */
export type Terminal = {
  /** Results, to standard output. */
  print(text: string): void
  /** Progress and questions, to standard error. */
  note(text: string): void
  /** Whether a person can answer. */
  isInteractive: boolean
  ask(question: string): Promise<string>
  /** Without showing what is typed. */
  askSecret(question: string): Promise<string>
  /** All of standard input. */
  readInput(): Promise<string>
}
