import { useState } from 'react'
import {
  type Box,
  createSchedule,
  deleteSchedule,
  enableSchedule,
  type Schedule,
  schedulesUrl,
} from '../../api/boxes.ts'
import { useAction } from '../../api/useAction.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Field } from '../../components/Field.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Empty } from '../../components/States.tsx'
import { authorized } from '../../session/authorized.ts'
import { FormSheet } from '../../session/FormSheet.tsx'

/** The schedules of a box: created, disabled, enabled and deleted. */
export function Schedules({ box }: { box: Box }) {
  const [isNew, setNew] = useState(false)
  const { run, problem } = useAction()
  const found = useResource<{ schedules: Schedule[] }>(schedulesUrl(box.id), { read: authorized, reader: box.id })
  const act = (work: () => Promise<unknown>) => void run(() => work().then(found.reload))
  const aside = <Button size="small" kind="ghost" icon="plus" aria-label="New schedule" onClick={() => setNew(true)} />
  return (
    <Card title="Schedules" isPadded={false} aside={aside}>
      {problem !== undefined && (
        <div className="pad">
          <Problem text={problem} />
        </div>
      )}
      <ul className="files">
        {found.data?.schedules.map((schedule) => (
          <ScheduleRow key={schedule.id} schedule={schedule} act={act} />
        ))}
      </ul>
      <QueryView query={found} what="the schedules" rows={1} isPadded>
        {({ schedules }) =>
          schedules.length === 0 && <Empty title="No schedules">Schedules send the agent a prompt at set times.</Empty>
        }
      </QueryView>
      {isNew && <NewSchedule box={box} onClose={() => setNew(false)} reload={found.reload} />}
    </Card>
  )
}

function ScheduleRow({ schedule, act }: { schedule: Schedule; act(work: () => Promise<unknown>): void }) {
  const { name, nextAt, cron, everySeconds, lastError } = schedule
  const isOn = nextAt !== null
  return (
    <li>
      <span className="grow clip text-small">
        <bdi>{name}</bdi>
        <br />
        <span className="faint">
          {cron ?? `every ${Math.round((everySeconds ?? 0) / 60)} min`}
          {isOn ? `, next ${nextAt.slice(0, 16).replace('T', ' ')} UTC` : ', disabled'}
          {lastError !== null && `: ${lastError}`}
        </span>
      </span>
      <Button
        size="small"
        kind="ghost"
        icon={isOn ? 'pause' : 'play'}
        aria-label={`${isOn ? 'Disable' : 'Enable'} ${name}`}
        onClick={() => act(() => enableSchedule(schedule, !isOn))}
      />
      <Button
        size="small"
        kind="ghost"
        icon="trash-2"
        aria-label={`Delete ${name}`}
        onClick={() => act(() => deleteSchedule(schedule))}
      />
    </li>
  )
}

/** A whole number of minutes, or a cron expression. */
function NewSchedule({ box, onClose, reload }: { box: Box; onClose(): void; reload(): void }) {
  const [prompt, setPrompt] = useState('')
  const [times, setTimes] = useState('60')
  async function create() {
    const timing = /^\d+$/.test(times.trim()) ? { everySeconds: Number(times) * 60 } : { cron: times.trim() }
    await createSchedule(box.id, { prompt: prompt.trim(), ...timing })
    reload()
    onClose()
  }
  return (
    <FormSheet title="New schedule" onClose={onClose} submit="Create the schedule" busy="Creating" onSubmit={create}>
      <Field label="Question" value={prompt} onChange={setPrompt} maxLength={4_000} required />
      <Field
        label="Times"
        value={times}
        onChange={setTimes}
        maxLength={100}
        required
        help="Minutes between questions, or minute, hour, day, month and weekday in UTC: 0 9 * * 1-5."
      />
    </FormSheet>
  )
}
