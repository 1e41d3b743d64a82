import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { answerConfirmation } from './endpoints/answerConfirmation.ts'
import { cancelSession } from './endpoints/cancelSession.ts'
import { changeBoxState } from './endpoints/changeBoxState.ts'
import { changeSchedule } from './endpoints/changeSchedule.ts'
import { createBox } from './endpoints/createBox.ts'
import { createSchedule } from './endpoints/createSchedule.ts'
import { createSession } from './endpoints/createSession.ts'
import { createSnapshot } from './endpoints/createSnapshot.ts'
import { deleteBox } from './endpoints/deleteBox.ts'
import { deleteSchedule } from './endpoints/deleteSchedule.ts'
import { deleteSnapshot } from './endpoints/deleteSnapshot.ts'
import { endBoxes } from './endpoints/endBoxes.ts'
import { followSession } from './endpoints/followSession.ts'
import { forkSnapshot } from './endpoints/forkSnapshot.ts'
import { getAgent } from './endpoints/getAgent.ts'
import { getBox } from './endpoints/getBox.ts'
import { getSession } from './endpoints/getSession.ts'
import { listAgents } from './endpoints/listAgents.ts'
import { listBoxes } from './endpoints/listBoxes.ts'
import { listConfirmations } from './endpoints/listConfirmations.ts'
import { listMessages } from './endpoints/listMessages.ts'
import { listSchedules } from './endpoints/listSchedules.ts'
import { listSessions } from './endpoints/listSessions.ts'
import { listSnapshots } from './endpoints/listSnapshots.ts'
import { postMessage } from './endpoints/postMessage.ts'
import { readFiles } from './endpoints/readFiles.ts'
import { readLogs } from './endpoints/readLogs.ts'
import { restoreBox } from './endpoints/restoreBox.ts'
import { writeFile } from './endpoints/writeFile.ts'

/** The operations of boxes, in the order of the API reference. */
export function operations(context: Context): Operation[] {
  return [
    listAgents(context),
    getAgent(context),
    listBoxes(context),
    createBox(context),
    getBox(context),
    deleteBox(context),
    ...changeBoxState(context),
    readLogs(context),
    readFiles(context),
    writeFile(context),
    listSessions(context),
    createSession(context),
    getSession(context),
    listMessages(context),
    postMessage(context),
    followSession(context),
    cancelSession(context),
    listConfirmations(context),
    answerConfirmation(context),
    createSnapshot(context),
    listSnapshots(context),
    forkSnapshot(context),
    restoreBox(context),
    deleteSnapshot(context),
    createSchedule(context),
    listSchedules(context),
    changeSchedule(context),
    deleteSchedule(context),
    endBoxes(context),
  ]
}
