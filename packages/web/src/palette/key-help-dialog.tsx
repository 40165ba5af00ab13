import { Dialog } from '../parts/dialogs/dialog.tsx'
import { keyHelp } from './keys.ts'
import { switchLetters, useLettersOn } from './use-letter-keys.ts'

/** The list of keys, and the way to switch the letters off. */
export function KeyHelpDialog({ onClose }: { onClose: () => void }) {
  const isOn = useLettersOn()
  return (
    <Dialog title="Keyboard shortcuts" isWide onClose={onClose}>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-3">
        {keyHelp.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-2">{title}</h3>
            <dl className="space-y-1.5">
              {keys.map(([key, words]) => (
                <div key={key} className="flex items-baseline gap-3">
                  <dt className="w-20 shrink-0">
                    <Keys keys={key} />
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="mt-5 flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4"
          checked={isOn}
          onChange={({ target }) => switchLetters(target.checked)}
        />
        Single-letter shortcuts in this browser
      </label>
    </Dialog>
  )
}

export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="border-line text-soft bg-page inline-block rounded border px-1.5 font-sans text-xs leading-5 whitespace-nowrap">
      {keys}
    </kbd>
  )
}
