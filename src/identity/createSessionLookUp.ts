import * as Developers from './Developers.ts'

type Token = Parameters<typeof Developers.sessionStateOf>[1]

export type SessionLookUp = {
  /** The state of a token, by one query that concurrent calls share. */
  stateOf(token: Token): Promise<Developers.SessionState | undefined>
  /** Called after a sign-out: later calls do not share a query that started before it. */
  forget(): void
}

/** A burst of calls with one token costs one query at a time, which leaves connections to other callers. */
export function createSessionLookUp(developers: Developers.Developers): SessionLookUp {
  const asked = new Map<string, Promise<Developers.SessionState | undefined>>()
  const ask = (token: Token, name: string) => {
    const query = Developers.sessionStateOf(developers, token).finally(() => {
      if (asked.get(name) === query) asked.delete(name)
    })
    asked.set(name, query)
    return query
  }
  return {
    stateOf(token) {
      const name = `${token.subject} ${token.tokenId}`
      return asked.get(name) ?? ask(token, name)
    },
    forget: () => asked.clear(),
  }
}
