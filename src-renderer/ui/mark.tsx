// Draws the mark of the product, as in the icon of the app.

export const Mark = ({ size = 22 }: { size?: number }) => (
  <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" className="shrink-0">
    <rect width="24" height="24" rx="7" className="fill-ink" />
    <path d="M7 6.2l10.4 5-4.6 1.3-1.9 4.5z" className="fill-panel" />
    <path
      d="M14.6 16.4l1.5 1.6 3-3.4"
      fill="none"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-agent"
    />
  </svg>
)
