import pg from 'pg'

const { INT8 } = pg.types.builtins

/** Parses int8 as a number, enough for counts, sequences and block numbers; amounts are `numeric` and stay strings. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? readInt8 : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

function readInt8(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`int8 ${text} does not fit a number: keep it in a numeric column.`)
}
