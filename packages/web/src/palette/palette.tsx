import { statusOfApi } from '@sonde/schema/runs/api-verdicts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { chooseTheme } from '../frame/theme.ts'
import { StatusShape } from '../parts/status/status-shape.tsx'
import { statusLooks } from '../parts/status/verdict-looks.ts'
import { searchChecks, type CheckOverviewRow } from '../resources/check-overview.ts'
import { helpContentsQuery } from '../resources/help.ts'
import { useCheckActions, type CheckActions } from './check-actions.tsx'
import { findEntries, markMatches } from './find-entries.ts'
import { findHelp } from './help-entries.ts'
import { Keys } from './key-help-dialog.tsx'
import { stepIn } from './keys.ts'
import { paletteActions, paletteScreens, type PaletteGoal } from './palette-entries.ts'

const typingMs = 150
const mostChecks = 8

type Option = {
  id: string
  name: string
  detail?: string
  mark?: ReactNode
  keys?: string
  check?: CheckOverviewRow
  act: () => void
}
type Section = { title: string; options: readonly Option[] }

/** Search over checks, actions, screens and help pages; Tab shows what can be done with the check that is chosen. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [check, setCheck] = useState<CheckOverviewRow | null>(null)
  const id = useId()
  const { sections, isLoading, isFailed } = useSections({ text, check, onKeys, onClose })
  const options = sections.flatMap((section) => section.options)
  const current = options[Math.min(active, options.length - 1)]
  useEffect(() => setActive(0), [text, check])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(
        stepIn(options.length, Math.min(active, options.length - 1), event.key === 'ArrowDown' ? 1 : -1),
      )
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      current?.act()
    } else if (event.key === 'Tab' && !event.shiftKey && check === null && current?.check !== undefined) {
      event.preventDefault()
      setCheck(current.check)
      setText('')
    } else if (event.key === 'Backspace' && text === '' && check !== null) {
      setCheck(null)
    }
  }

  return (
    <PaletteWindow onClose={onClose}>
      <div className="border-line flex items-center gap-3 border-b px-4">
        {check === null ? null : (
          <span className="bg-raised max-w-48 truncate rounded px-2 py-0.5">{check.name}</span>
        )}
        <input
          role="combobox"
          aria-label={
            check === null ? 'Search checks, screens, actions and help' : `Actions on ${check.name}`
          }
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          autoComplete="off"
          spellCheck={false}
          // The reason why it was opened.
          autoFocus
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
          placeholder={check === null ? 'Search checks, screens, actions and help' : 'Actions'}
          value={text}
          maxLength={200}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="border-line text-soft hover:bg-raised cursor-pointer rounded border px-1.5 text-xs leading-6"
          onClick={onClose}
        >
          Esc<span className="sr-only">: close</span>
        </button>
      </div>
      <p role="status" className={options.length > 0 ? 'sr-only' : 'text-soft px-4 py-3'}>
        {isFailed
          ? 'Checks could not be searched.'
          : isLoading
            ? 'Searching…'
            : options.length === 0
              ? 'No matches'
              : `${options.length} matches`}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Matches"
        className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5 empty:hidden"
      >
        {sections.map(({ title, options: inSection }) =>
          inSection.length === 0 ? null : (
            <div key={title} role="group" aria-label={title}>
              <div aria-hidden="true" className="text-soft px-2.5 pt-2 pb-1 text-xs font-semibold">
                {title}
              </div>
              {inSection.map((option) => (
                <OptionRow
                  key={option.id}
                  option={option}
                  elementId={`${id}-${option.id}`}
                  text={text}
                  isActive={option === current}
                />
              ))}
            </div>
          ),
        )}
      </div>
    </PaletteWindow>
  )
}

function OptionRow({
  option: { name, detail, mark, keys, check, act },
  elementId,
  text,
  isActive,
}: {
  option: Option
  elementId: string
  text: string
  isActive: boolean
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={element}
      id={elementId}
      role="option"
      aria-selected={isActive}
      className="hover:bg-raised aria-selected:bg-accent-wash flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 max-md:min-h-11"
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={act}
    >
      {mark}
      <span className="max-w-3/4 shrink-0 truncate">
        {markMatches(name, text).map(({ part, isMatch }, index) =>
          isMatch ? (
            <b key={index} className="text-accent font-semibold">
              {part}
            </b>
          ) : (
            part
          ),
        )}
      </span>
      {detail === undefined ? null : <span className="text-soft min-w-0 truncate text-xs">{detail}</span>}
      <span className="ml-auto flex shrink-0 items-center gap-2 text-xs max-md:hidden">
        {keys === undefined ? null : <Keys keys={keys} />}
        {isActive && check !== undefined ? (
          <span aria-hidden="true" className="text-soft flex items-center gap-1.5">
            <Keys keys="Enter" /> open <Keys keys="Tab" /> actions
          </span>
        ) : null}
      </span>
    </div>
  )
}

function useSections({
  text,
  check,
  onKeys,
  onClose,
}: {
  text: string
  check: CheckOverviewRow | null
  onKeys: () => void
  onClose: () => void
}): { sections: Section[]; isLoading: boolean; isFailed: boolean } {
  const api = useApi()
  const { id: accountId } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const navigate = useNavigate()
  const actions = useCheckActions()
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  const isSearching = searched !== '' && check === null
  const found = useQuery({
    queryKey: [api.accountId, 'check-search', 'palette', searched],
    queryFn: ({ signal }) => searchChecks(api, { search: searched, limit: mostChecks }, signal),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  })

  const help = useQuery({ ...helpContentsQuery, enabled: text !== '' })

  function follow(goal: PaletteGoal): void {
    if (goal.kind === 'keys') return onKeys()
    onClose()
    if (goal.kind === 'theme') chooseTheme(goal.theme)
    else if (goal.kind === 'address') location.assign(goal.address)
    else void navigate({ to: goal.to, params: { accountId } })
  }
  const closing = (act: () => void) => () => {
    onClose()
    act()
  }
  const optionsOf = (entries: typeof paletteActions): Option[] =>
    findEntries(entries, text, { mayWrite }).map(({ id, name, keys, goal }) => ({
      id: id.replaceAll(/[^a-z]+/gi, '-'),
      name,
      ...(keys === undefined ? {} : { keys }),
      act: () => follow(goal),
    }))

  if (check !== null) {
    const options = findEntries(actionsOn(check, actions, closing), text, { mayWrite })
    return { sections: [{ title: 'Actions', options }], isLoading: false, isFailed: false }
  }
  const checks = isSearching && text.trim() !== '' ? (found.data ?? []) : []
  const checkOptions = checks.map((row) => ({
    id: row.id,
    name: row.name,
    detail: detailOf(row),
    mark: <StatusSign row={row} />,
    check: row,
    act: closing(() => actions.open(row)),
  }))
  // Whoever types the name of a check and Enter is not sent to the help because the check was not found yet.
  const isSettled = searched === text.trim() && !(isSearching && found.isFetching)
  const helpOptions = (isSettled ? findHelp(help.data ?? [], text) : []).map(({ address, ...entry }) => ({
    ...entry,
    id: entry.id.replaceAll(/[^a-z0-9]+/gi, '-'),
    act: closing(() => location.assign(address)),
  }))
  return {
    sections: [
      { title: 'Checks', options: checkOptions },
      { title: 'Actions', options: optionsOf(paletteActions) },
      { title: 'Screens', options: optionsOf(paletteScreens) },
      { title: 'Help', options: helpOptions },
    ],
    isLoading: isSearching && found.isPending,
    isFailed: isSearching && found.isError,
  }
}

function actionsOn(
  check: CheckOverviewRow,
  actions: CheckActions,
  closing: (act: () => void) => () => void,
): Option[] {
  const option = (id: string, name: string, keys: string | null, act: () => void): Option => ({
    id,
    name,
    ...(keys === null ? {} : { keys }),
    act: closing(act),
  })
  return [
    option('open', 'Open', null, () => actions.open(check)),
    ...(actions.mayRun(check) ? [option('run', 'Run now', 'R', () => actions.run(check))] : []),
    ...(actions.mayWrite
      ? [
          option('pause', check.activated ? 'Pause' : 'Resume', 'P', () => actions.switchPause(check)),
          option('mute', check.muted ? 'Unmute' : 'Mute', 'M', () => actions.switchMute(check)),
          option('edit', 'Edit', 'E', () => actions.edit(check)),
          option('duplicate', 'Duplicate', null, () => actions.duplicate(check)),
        ]
      : []),
  ]
}

function detailOf({ group, target, status }: CheckOverviewRow): string {
  const word = statusLooks[statusOfApi(status)].word.toLowerCase()
  return [group?.name, target, word].filter((part) => part !== null && part !== undefined).join(', ')
}

function StatusSign({ row }: { row: CheckOverviewRow }) {
  const status = statusOfApi(row.status)
  return <StatusShape status={status} className={`size-4 ${statusLooks[status].ink}`} />
}

/** Over the screen, near its top: the list below the field grows and shrinks while somebody types. */
function PaletteWindow({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before it is taken off the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose()
      }}
      // Beside the window is its backdrop.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
      className="bg-card text-ink border-line mt-[10dvh] w-[min(100vw-1.5rem,38.5rem)] overflow-hidden rounded-xl border p-0 shadow-xl max-md:mt-3"
    >
      {children}
    </dialog>
  )
}
