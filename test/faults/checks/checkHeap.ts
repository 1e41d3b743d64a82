/** The first rounds fill caches. */
const SETTLED_ROUND = 2
const GROWTH_MAX = 0.2

/** Problems of memory: after a forced collection the heap of a process stays within 20 % from round 2 on. */
export function checkHeap(bytesByProcess: Readonly<Record<string, readonly number[]>>): string[] {
  return Object.entries(bytesByProcess).flatMap(([name, rounds]) => {
    const [settled, last] = [rounds[SETTLED_ROUND - 1], rounds.at(-1)]
    if (settled === undefined || last === undefined || rounds.length <= SETTLED_ROUND)
      return [`${name}: only ${rounds.length} rounds were measured`]
    const growth = last / settled - 1
    return growth <= GROWTH_MAX ? [] : [`${name}: the heap grew by ${Math.round(growth * 100)} %`]
  })
}
