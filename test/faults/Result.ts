/** One line of the table of results. */
export type Result = {
  row: string
  injected: string
  state: 'held' | 'failed' | 'not run'
  /** The figures, or the reason why the row was not run. */
  figures: string
  /** Whether the row turns red when the product is broken on purpose. */
  selfTest: 'caught' | 'missed' | 'not run'
  seconds: number
  problems?: string[]
}
