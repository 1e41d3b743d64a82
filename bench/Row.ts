/** One line of a bench table: our figure, the peer's in the same run, and their ratio. */
export type Row = {
  name: string
  ours: number
  peer?: number | 'not available'
  unit: string
  ratio?: number
  target?: string
  ok?: boolean
}
