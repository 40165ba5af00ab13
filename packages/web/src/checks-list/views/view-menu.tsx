import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/account-context.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { sentenceOf } from '../../parts/states.tsx'
import { useToast } from '../../parts/toast.tsx'
import { CheckBox } from '../../schema-form/check-box.tsx'
import { listDefaults } from '../list-defaults.ts'
import type { ChecksSearch } from '../search-params.ts'
import { longestName, viewShown, type OwnedView } from './saved-views.ts'
import { useSavedViews } from './use-saved-views.ts'
import { useSharedViews } from './use-shared-views.ts'

/** Lists that somebody comes back to, by name, their own and everybody's. The address holds all of a view. */
export function ViewMenu({ search }: { search: ChecksSearch }) {
  const navigate = useNavigate()
  const toast = useToast()
  const own = useSavedViews()
  const shared = useSharedViews()
  const mayShare = useMay('READ_WRITE')
  const [isNaming, setIsNaming] = useState(false)
  const views: readonly OwnedView[] = [
    ...own.views.map((view) => ({ ...view, isShared: false })),
    ...shared.views.map((view) => ({ ...view, isShared: true })),
  ]
  const current = viewShown(views, search, listDefaults)
  const go = (view: OwnedView) => void navigate({ to: '.', search: view.search, resetScroll: false })
  const told = { onError: (error: Error) => toast(sentenceOf(error)) }

  function save(view: OwnedView): void {
    const onSuccess = () => toast(`View “${view.name}” saved`)
    if (view.isShared) return shared.saving.mutate(view, { ...told, onSuccess })
    own.save(view)
    onSuccess()
  }
  function remove(view: OwnedView): void {
    const onSuccess = () => toast(`View “${view.name}” deleted`, { label: 'Undo', onAct: () => save(view) })
    if (view.isShared) return shared.removing.mutate(view.name, { ...told, onSuccess })
    own.remove(view.name)
    onSuccess()
  }
  const listed = (isShared: boolean) => views.filter((view) => view.isShared === isShared)
  return (
    <>
      <Menu label={current === null ? 'Views' : `View: ${current.name}`}>
        {[false, true].map((isShared) =>
          listed(isShared).length === 0 ? null : (
            <div key={String(isShared)} role="group" aria-label={isShared ? 'For everybody' : 'Yours'}>
              <p aria-hidden="true" className="text-soft px-3 pt-1 text-[11px]/4 font-semibold">
                {isShared ? 'For everybody' : 'Yours'}
              </p>
              {listed(isShared).map((view) => (
                <MenuItem key={view.name} onSelect={() => go(view)}>
                  <span aria-hidden="true">{view === current ? '✓ ' : ''}</span>
                  {view.name}
                </MenuItem>
              ))}
            </div>
          ),
        )}
        {views.length === 0 ? null : <hr className="border-line my-1" />}
        {current === null ? (
          <MenuItem onSelect={() => setIsNaming(true)}>Save this view…</MenuItem>
        ) : current.isShared && !mayShare ? null : (
          <MenuItem isDanger onSelect={() => remove(current)}>
            Delete “{current.name}”{current.isShared ? ' for everybody' : ''}
          </MenuItem>
        )}
      </Menu>
      {isNaming ? (
        <NameDialog
          views={views}
          mayShare={mayShare}
          onName={(named) => {
            save({ ...named, search })
            setIsNaming(false)
          }}
          onClose={() => setIsNaming(false)}
        />
      ) : null}
    </>
  )
}

type Named = Pick<OwnedView, 'name' | 'isShared'>

function NameDialog({
  views,
  mayShare,
  onName,
  onClose,
}: {
  views: readonly Named[]
  mayShare: boolean
  onName: (named: Named) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [isShared, setIsShared] = useState(false)
  const name = text.trim()
  const isTaken = views.some((view) => view.name === name && view.isShared === isShared)
  return (
    <FormDialog
      title="Save this view"
      submitWord={isTaken ? 'Replace' : 'Save'}
      isReady={name !== ''}
      isBusy={false}
      onSubmit={() => onName({ name, isShared })}
      onClose={onClose}
    >
      <div className="space-y-3">
        <Field
          label="Name"
          help={isTaken ? 'Replaces the view of this name.' : 'Keeps filters, order, grouping and folds.'}
        >
          {(control) => (
            <input
              {...control}
              className="control"
              autoComplete="off"
              maxLength={longestName}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {mayShare ? (
          <CheckBox
            label="For everybody in this account"
            help="Otherwise it is kept in this browser only."
            isChecked={isShared}
            onChange={setIsShared}
          />
        ) : null}
      </div>
    </FormDialog>
  )
}
