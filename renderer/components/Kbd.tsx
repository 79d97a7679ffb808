import './Kbd.css'

/** A key cap, printed on the button that it presses; screen readers find all keys under F1. */
export function Kbd({ children }: { children: string }) {
  return (
    <span className="kbd" aria-hidden="true">
      {children}
    </span>
  )
}
