import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'

const shownMs = 6000
/** Long enough to read it and to reach the button. */
const shownWithActionMs = 8000

/** A way back, for as long as the message is shown. */
export type ToastAction = { label: string; onAct: () => void }

type ShowToast = (message: string, action?: ToastAction) => void

const ToastContext = createContext<ShowToast>(() => undefined)

/** Says that something was done, for a few seconds and to screen readers. Never for mistakes: those stay in place. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

export function ToastArea({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly { id: number; message: string; action?: ToastAction }[]>([])
  const remove = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  )
  const add = useCallback(
    (message: string, action?: ToastAction) => {
      const id = performance.now()
      setToasts((before) => [...before.slice(-2), { id, message, ...(action && { action }) }])
      setTimeout(() => remove(id), action === undefined ? shownMs : shownWithActionMs)
    },
    [remove],
  )
  const value = useMemo(() => add, [add])
  return (
    <ToastContext value={value}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-3 bottom-3 z-50 flex flex-col items-end gap-2"
      >
        {toasts.map(({ id, message, action }) => (
          <p key={id} className="bg-ink text-page flex items-center gap-4 rounded-md px-4 py-2 shadow-lg">
            {message}
            {action === undefined ? null : (
              <button
                type="button"
                className="pointer-events-auto min-h-6 cursor-pointer font-semibold underline"
                onClick={() => {
                  remove(id)
                  action.onAct()
                }}
              >
                {action.label}
              </button>
            )}
          </p>
        ))}
      </div>
    </ToastContext>
  )
}
