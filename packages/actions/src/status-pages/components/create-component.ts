import { randomUUIDv7 } from 'node:crypto'
import type {
  StatusPageComponent,
  StatusPageComponentWrite,
} from '@sonde/schema/status-pages/status-page-component.ts'
import {
  componentsOfPages,
  insertComponent,
  type ComponentRow,
} from '@sonde/store/status-pages/status-page-components.ts'
import type { ActionDeps } from '../../action-deps.ts'
import type { Actor } from '../../actor.ts'
import { recordDocument } from '../../audit/record-change.ts'
import { invalidInput, notFound } from '../../refusal.ts'
import { componentAnswer, componentFields } from './component-document.ts'
import { lockComponentPage } from './component-page.ts'
import { placeMistakes } from './component-place.ts'

export async function createComponent(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, input }: { statusPageId: string; input: StatusPageComponentWrite },
): Promise<StatusPageComponent> {
  return await deps.store.write(async (db) => {
    const page = await lockComponentPage(db, { accountId: actor.accountId, id: statusPageId })
    const component: ComponentRow = {
      ...componentFields(input),
      id: randomUUIDv7(),
      accountId: actor.accountId,
      pageId: page.id,
      createdAt: deps.clock.now(),
      updatedAt: null,
    }
    const others = (await componentsOfPages(db, [page.id])).get(page.id) ?? []
    const mistakes = placeMistakes(component, others)
    if (mistakes.length > 0) throw invalidInput(mistakes)
    await insertComponent(db, component)
    const answer = await componentAnswer(db, component)
    if (answer === null) throw notFound('component')
    await recordDocument(db, actor, 'STATUS_PAGE_COMPONENT', { before: null, after: answer })
    return answer
  })
}
