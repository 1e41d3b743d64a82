/** The result of a command: `json` is stable, `text` is for people. */
export type Output = { json: unknown; text: string }
