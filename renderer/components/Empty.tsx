import type { ReactNode } from 'react'
import './Empty.css'

interface EmptyProps {
  title: string
  /** 1 where nothing else is on the page. */
  level?: 1 | 2
  children?: ReactNode
  acts?: ReactNode
}

/** Names the missing content and the first step. */
export function Empty({ title, level = 2, children, acts }: EmptyProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {acts && <div className="empty-acts">{acts}</div>}
    </div>
  )
}
