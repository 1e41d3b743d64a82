import pg from 'pg'

const { INT8 } = pg.types.builtins

/** Reads int8 as a number, which holds every count, sequence and block number; money is `numeric` and stays a string. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? readInt8 : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

function readInt8(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`int8 ${text} does not fit a number: keep it in a numeric column.`)
}
