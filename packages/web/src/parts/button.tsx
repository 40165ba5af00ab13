import { useRef, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import { isDoublePress } from './double-press.ts'

export type ButtonLook = 'primary' | 'plain' | 'danger' | 'quiet'

const looks: Readonly<Record<ButtonLook, string>> = {
  primary: 'border-transparent bg-accent-fill text-white hover:brightness-110',
  plain: 'border-edge bg-card text-ink hover:bg-raised',
  danger: 'border-bad bg-card text-bad hover:bg-bad-wash',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-raised',
}

/** The same look for a link that leads to an action: `<Link className={buttonClasses('primary')}>`. */
export function buttonClasses(look: ButtonLook = 'plain', extra = ''): string {
  return joinClasses(
    'inline-flex min-h-8 cursor-pointer items-center justify-center gap-1.5 rounded-md border px-3 py-0.5 font-medium wrap-normal max-md:min-h-10 no-underline hover:no-underline',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    looks[look],
    extra,
  )
}

export function Button({
  look = 'plain',
  isBusy,
  children,
  className = '',
  onClick,
  onKeyDown,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: ButtonLook
  /**
   * Something that this button began is under way: it waits, and says so. A button with this, like one that submits a
   * form, does what it does once, also when it is pressed twice before the first press can be seen.
   */
  isBusy?: boolean
  children: ReactNode
}) {
  const pressedAt = useRef<number | null>(null)
  const isForOnce = isBusy !== undefined || rest.type === 'submit'
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled` while it waits: whoever pressed it by a key would lose their place on the page.
      aria-disabled={isBusy === true || rest['aria-disabled']}
      aria-busy={isBusy === true || undefined}
      onKeyDown={(event) => {
        // A key that is held down presses once: what it has closed may have given the focus to this button.
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
        onKeyDown?.(event)
      }}
      onClick={(event) => {
        if (isBusy === true || (isForOnce && isDoublePress(event, pressedAt.current))) {
          event.preventDefault()
          return
        }
        pressedAt.current = event.timeStamp
        onClick?.(event)
      }}
      className={buttonClasses(look, className)}
    >
      {isBusy === true ? <Spinner /> : null}
      {children}
    </button>
  )
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  )
}
