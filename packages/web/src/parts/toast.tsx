import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'

const shownMs = 6000

const ToastContext = createContext<(message: string) => void>(() => undefined)

/** Says that something was done, for a few seconds and to screen readers. Never for mistakes: those stay in place. */
export function useToast(): (message: string) => void {
  return useContext(ToastContext)
}

export function ToastArea({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly { id: number; message: string }[]>([])
  const add = useCallback((message: string) => {
    const id = performance.now()
    setToasts((before) => [...before.slice(-2), { id, message }])
    setTimeout(() => setToasts((before) => before.filter((toast) => toast.id !== id)), shownMs)
  }, [])
  const value = useMemo(() => add, [add])
  return (
    <ToastContext value={value}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-3 bottom-3 z-50 flex flex-col items-end gap-2"
      >
        {toasts.map(({ id, message }) => (
          <p key={id} className="bg-ink text-page rounded-md px-4 py-2 shadow-lg">
            {message}
          </p>
        ))}
      </div>
    </ToastContext>
  )
}
