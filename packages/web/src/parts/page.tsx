import { useEffect, useRef, type ReactNode } from 'react'
import { HelpLink } from './help/help-link.tsx'
import type { HelpPage } from './help/help-pages.ts'

/** The head of a screen: what it is, where it lies, what can be done. Also names the tab. */
export function PageHead({
  title,
  above,
  beside,
  actions,
  help,
  children,
}: {
  title: string
  /** The way back: a link or a few. */
  above?: ReactNode
  /** On the line of the title: how it stands. */
  beside?: ReactNode
  actions?: ReactNode
  /** The page of the documentation about this screen. */
  help?: HelpPage
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Sonde`
  }, [title])
  const heading = useRef<HTMLHeadingElement>(null)
  // After a step to another screen the reader continues here, not at the top of the navigation.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="mb-3 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 md:grow md:basis-80">
        {above === undefined ? null : <div className="text-soft mb-1 text-xs">{above}</div>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 ref={heading} tabIndex={-1} className="outline-none">
            {title}
          </h1>
          {beside}
        </div>
        {children}
      </div>
      {actions === undefined && help === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2">
          {help === undefined ? null : (
            <HelpLink page={help} about={title}>
              Help
            </HelpLink>
          )}
          {actions}
        </div>
      )}
    </header>
  )
}
