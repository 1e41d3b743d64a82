import { useState } from 'react'
import { createEndpoint, deleteEndpoint, enableEndpoint, listEndpoints, rotateEndpoint } from '../../api/rules.ts'
import { useAction } from '../../api/useAction.ts'
import { useQuery } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Field } from '../../components/Field.tsx'
import { Problem } from '../../components/Problem.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { ShownOnce } from '../../components/ShownOnce.tsx'
import { FormSheet } from '../../session/FormSheet.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EndpointTable } from './EndpointTable.tsx'

const POLL_MS = 20_000

/** The endpoints of one developer: list, a new secret shown once, deliveries of the chosen one. */
export function Endpoints({ token }: { token: string }) {
  const endpoints = useQuery(token, () => listEndpoints(token), { pollMs: POLL_MS })
  const { run, problem } = useAction()
  const [secret, setSecret] = useState<string>()
  const [isCreating, setCreating] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const change = (work: () => Promise<unknown>) => void run(() => work().then(endpoints.reload))
  return (
    <>
      <Problem text={problem} />
      {secret !== undefined && (
        <ShownOnce
          title="The secret of the endpoint. Copy it now."
          about="It verifies signatures. It is stored encrypted and cannot be shown again."
          secret={secret}
          noun="secret"
          onHide={() => setSecret(undefined)}
        />
      )}
      <Card
        title="Webhook endpoints"
        isPadded={false}
        aside={
          <Button size="small" icon="plus" onClick={() => setCreating(true)}>
            Add endpoint
          </Button>
        }
      >
        <QueryView query={endpoints} what="your endpoints" rows={1} isPadded>
          {(list) => (
            <EndpointTable
              endpoints={list}
              chosen={chosen}
              onChoose={setChosen}
              onRotate={(id) => change(async () => setSecret((await rotateEndpoint(token, id)).secret))}
              onEnable={(id) => change(() => enableEndpoint(token, id))}
              onDelete={(id) => change(() => deleteEndpoint(token, id))}
            />
          )}
        </QueryView>
      </Card>
      {chosen !== undefined && <Deliveries token={token} id={chosen} key={chosen} />}
      {isCreating && (
        <AddEndpoint
          token={token}
          onClose={() => setCreating(false)}
          onCreated={(shown) => {
            setCreating(false)
            setSecret(shown)
            endpoints.reload()
          }}
        />
      )}
    </>
  )
}

type Adding = { token: string; onClose(): void; onCreated(secret: string | undefined): void }

function AddEndpoint({ token, onClose, onCreated }: Adding) {
  const [url, setUrl] = useState('')
  return (
    <FormSheet
      title="Add an endpoint"
      onClose={onClose}
      submit="Add endpoint"
      busy="Adding"
      isReady={url.trim() !== ''}
      onSubmit={async () => onCreated((await createEndpoint(token, url.trim())).secret)}
    >
      <Field
        label="URL"
        value={url}
        onChange={setUrl}
        maxLength={2_000}
        help="Public, https, without a secret in it."
      />
    </FormSheet>
  )
}
