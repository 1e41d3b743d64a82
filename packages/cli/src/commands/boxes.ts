import type { Command } from '../Command.ts'
import { columns } from '../help.ts'

export const boxCommands: readonly Command[] = [
  {
    name: 'snapshots list',
    summary: 'List your snapshots of boxes, newest first.',
    options: { box: { value: 'id', summary: 'Only snapshots of this box.' } },
    async run({ client }, { options: { box: boxId } }) {
      const answer = await client.listBoxSnapshots({ boxId })
      const rows = answer.snapshots.map(({ id, boxId: of, name, bytes }) => [id, `${of}  ${bytes} bytes  ${name}`])
      return { json: answer, text: columns(rows).join('\n') || 'No snapshots.' }
    },
  },
  {
    name: 'snapshots take',
    summary: 'Take a snapshot of the files and conversations of a box.',
    arguments: ['<box>'],
    options: { name: { value: 'name', summary: 'Default: the name of the box.' } },
    async run({ client, options: { isDryRun } }, { arguments: [boxId = ''], options: { name } }) {
      if (isDryRun) return { json: { boxId, name }, text: `Would take a snapshot of ${boxId}.` }
      const { snapshot } = await client.createBoxSnapshot({ boxId, name })
      return { json: { snapshot }, text: snapshot.id }
    },
  },
  {
    name: 'snapshots fork',
    summary: 'Create a box with the files, conversations and settings of a snapshot.',
    arguments: ['<snapshot>'],
    async run({ client, url, options: { isDryRun } }, { arguments: [snapshotId = ''] }) {
      if (isDryRun) return { json: { snapshotId }, text: `Would create a box from ${snapshotId}.` }
      const { box } = await client.forkBoxSnapshot({ snapshotId })
      return { json: { box }, text: `${box.id}\n${url}/boxes/${box.id}` }
    },
  },
  {
    name: 'snapshots restore',
    summary: 'Replace the files and conversations of a paused box by those of a snapshot.',
    arguments: ['<box>', '<snapshot>'],
    async run({ client, options: { isDryRun } }, { arguments: [boxId = '', snapshotId = ''] }) {
      if (isDryRun)
        return { json: { boxId, snapshotId }, text: `Would delete the files of ${boxId} and restore ${snapshotId}.` }
      const { box } = await client.restoreBox({ boxId, snapshotId })
      return { json: { box }, text: `${box.id} is ${box.status}.` }
    },
  },
  {
    name: 'snapshots delete',
    summary: 'Delete a snapshot.',
    arguments: ['<snapshot>'],
    async run({ client, options: { isDryRun } }, { arguments: [snapshotId = ''] }) {
      if (!isDryRun) await client.deleteBoxSnapshot({ snapshotId })
      return { json: { snapshotId }, text: `${isDryRun ? 'Would delete' : 'Deleted'} ${snapshotId}.` }
    },
  },
  {
    name: 'schedules list',
    summary: 'List the schedules of a box, newest first.',
    arguments: ['<box>'],
    async run({ client }, { arguments: [boxId = ''] }) {
      const answer = await client.listBoxSchedules({ boxId })
      const rows = answer.schedules.map(({ id, nextAt, cron, everySeconds, name }) => [
        id,
        `${nextAt ?? 'disabled'}  ${cron ?? `every ${everySeconds} s`}  ${name}`,
      ])
      return { json: answer, text: columns(rows).join('\n') || 'No schedules.' }
    },
  },
  {
    name: 'schedules create',
    summary:
      'Create a schedule that sends a prompt to a box, at an interval in seconds or by a cron expression in UTC.',
    arguments: ['<box>', '<times>', '<prompt…>'],
    example: 'schedules create box_… "0 9 * * 1-5" what is about to graduate',
    async run({ client, options: { isDryRun } }, { arguments: [boxId = '', times = '', prompt = ''] }) {
      const timing = /^\d+$/.test(times) ? { everySeconds: Number(times) } : { cron: times }
      if (isDryRun) return { json: { boxId, prompt, ...timing }, text: `Would ask ${boxId}: ${prompt}` }
      const { schedule } = await client.createBoxSchedule({ boxId, prompt, ...timing })
      return { json: { schedule }, text: `${schedule.id}  next at ${schedule.nextAt}` }
    },
  },
  changeOf('pause', 'Disable a schedule.', false),
  changeOf('resume', 'Enable a schedule again.', true),
  {
    name: 'schedules delete',
    summary: 'Delete a schedule; its conversation is kept.',
    arguments: ['<box>', '<schedule>'],
    async run({ client, options: { isDryRun } }, { arguments: [boxId = '', scheduleId = ''] }) {
      if (!isDryRun) await client.deleteBoxSchedule({ boxId, scheduleId })
      return { json: { boxId, scheduleId }, text: `${isDryRun ? 'Would delete' : 'Deleted'} ${scheduleId}.` }
    },
  },
]

function changeOf(verb: string, summary: string, enabled: boolean): Command {
  return {
    name: `schedules ${verb}`,
    summary,
    arguments: ['<box>', '<schedule>'],
    async run({ client, options: { isDryRun } }, { arguments: [boxId = '', scheduleId = ''] }) {
      if (isDryRun) return { json: { scheduleId, enabled }, text: `Would ${verb} ${scheduleId}.` }
      const { schedule } = await client.changeBoxSchedule({ boxId, scheduleId, enabled })
      return { json: { schedule }, text: `${schedule.id}  ${schedule.nextAt ?? 'disabled'}` }
    },
  }
}
