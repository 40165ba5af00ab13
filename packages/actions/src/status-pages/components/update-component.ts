import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type {
  StatusPageComponent,
  StatusPageComponentParams,
  StatusPageComponentPatch,
  StatusPageComponentWrite,
} from '@sonde/schema/status-pages/status-page-component.ts'
import {
  componentsOfPages,
  findComponentForUpdate,
  updateComponent as writeComponent,
  type ComponentRow,
} from '@sonde/store/status-pages/status-page-components.ts'
import type { ActionDeps } from '../../action-deps.ts'
import type { Actor } from '../../actor.ts'
import { recordDocument } from '../../audit/record-change.ts'
import { invalidInput, notFound } from '../../refusal.ts'
import { componentAnswer, componentBody, componentFields } from './component-document.ts'
import { lockComponentPage } from './component-page.ts'
import { placeMistakes } from './component-place.ts'

/** What is not sent gets its default. */
export async function replaceComponent(
  deps: ActionDeps,
  actor: Actor,
  { input, ...key }: StatusPageComponentParams & { input: StatusPageComponentWrite },
): Promise<StatusPageComponent> {
  return await writeChange(deps, actor, key, () => input)
}

/** What is not sent stays. */
export async function changeComponent(
  deps: ActionDeps,
  actor: Actor,
  { input, ...key }: StatusPageComponentParams & { input: StatusPageComponentPatch },
): Promise<StatusPageComponent> {
  return await writeChange(deps, actor, key, (before) => {
    const { type = before.type, configuration = {} } = input
    // A setting that only groups have goes with the group.
    const { expandedByDefault: _ofGroups, ...ofServices } = before.configuration
    const settings = type === 'GROUP' ? before.configuration : ofServices
    return { ...before, ...input, configuration: { ...settings, ...configuration } }
  })
}

async function writeChange(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, componentId }: StatusPageComponentParams,
  bodyOf: (before: Required<StatusPageComponentWrite>) => StatusPageComponentWrite,
): Promise<StatusPageComponent> {
  return await deps.store.write(async (db) => {
    const { accountId } = actor
    const page = await lockComponentPage(db, { accountId, id: statusPageId })
    const before = await findComponentForUpdate(db, { accountId, pageId: page.id, id: componentId })
    if (before === null) throw notFound('component')
    const body = bodyOf(componentBody(before))
    if ((body.type ?? 'SERVICE') === 'SERVICE' && body.configuration?.expandedByDefault !== undefined) {
      throw invalidInput([
        { path: 'configuration.expandedByDefault', message: 'is only allowed for a GROUP' },
      ])
    }
    const after: ComponentRow = {
      ...before,
      ...componentFields(body),
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    const others = (await componentsOfPages(db, [page.id])).get(page.id) ?? []
    const mistakes = placeMistakes(after, others)
    if (mistakes.length > 0) throw invalidInput(mistakes)
    const answerBefore = await componentAnswer(db, before)
    await writeComponent(db, after)
    const answer = await componentAnswer(db, after)
    if (answer === null) throw notFound('component')
    await recordDocument(db, actor, 'STATUS_PAGE_COMPONENT', { before: answerBefore, after: answer })
    return answer
  })
}
