const paths = {
  sell: 'M4 5h2l2 10h9l2-7H7M9.5 17.7a1.3 1.3 0 100 2.6 1.3 1.3 0 000-2.6M16.5 17.7a1.3 1.3 0 100 2.6 1.3 1.3 0 000-2.6',
  receipts: 'M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2zM9 8h6M9 12h6',
  customers:
    'M9 5a3.5 3.5 0 100 7 3.5 3.5 0 000-7M2.5 20a6.5 6.5 0 0113 0M16 5.5a3.2 3.2 0 010 6M18 14.5a6 6 0 013.5 5.5',
  shift: 'M4 8h16v12H4zM4 13h16M10 16.5h4M7 8V4h10v4',
  items: 'M4 7l8-4 8 4v10l-8 4-8-4zM4 7l8 4 8-4M12 11v10',
  stock: 'M4 20V9l8-5 8 5v11M8 20v-7h8v7',
  purchases: 'M2 6h12v10H2zM14 10h4l4 3v3h-8M6.5 15a2 2 0 100 4 2 2 0 000-4M17.5 15a2 2 0 100 4 2 2 0 000-4',
  transfers: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  queue: 'M4 12a8 8 0 0114-5l2 2M20 4v5h-5M20 12a8 8 0 01-14 5l-2-2M4 20v-5h5',
  activity: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  settings:
    'M12 9a3 3 0 100 6 3 3 0 000-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  barcode: 'M4 6v12M8 6v12M11 6v12M15 6v12M18 6v12M20 6v12',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13M15.5 15.5L20 20',
  person: 'M12 4a4 4 0 100 8 4 4 0 000-8M4.5 20.5a7.5 7.5 0 0115 0',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 017 0V11',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  back: 'M19 12H5M11 6l-6 6 6 6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  backspace: 'M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  folder: 'M3 6h7l2 2.5h9V19H3z',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  edit: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  star: 'M12 4l2.5 5.2 5.5.8-4 4 1 5.7-5-2.8-5 2.8 1-5.7-4-4 5.5-.8z',
  pause: 'M9 6v12M15 6v12',
  tag: 'M3.5 12.5V4h8.5l8.5 8.5-8.5 8.5zM8 8.5v.01',
  help: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17M9.5 9.8a2.5 2.5 0 113.6 2.2c-.7.4-1.1.9-1.1 1.7M12 16.6v.1',
  info: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17M12 11v5.5M12 7.5v.5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 010 12h-3',
  more: 'M5.5 11a1 1 0 100 2 1 1 0 000-2M12 11a1 1 0 100 2 1 1 0 000-2M18.5 11a1 1 0 100 2 1 1 0 000-2',
  clock: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17M12 7.5V12l3.5 2',
} as const

export type IconName = keyof typeof paths

interface IconProps {
  name: IconName
  /** Pixels, square. */
  size?: number
}

/** A line drawing; says nothing to a screen reader, so the control beside it has the words. */
export function Icon({ name, size = 22 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
