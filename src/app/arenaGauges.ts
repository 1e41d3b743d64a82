import type { Arena } from '#arena/createArena.ts'
import type { Metrics } from '#observability/metrics.ts'

export function arenaGauges(metrics: Metrics, arena: Pick<Arena, 'setAside'>): void {
  const help = 'Events of launches that this process could not write into a room.'
  metrics.gauge('slipway_arena_set_aside', help, arena.setAside)
}
