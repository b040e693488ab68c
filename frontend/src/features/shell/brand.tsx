/** The mark: a table, one in the chair, the active seat in amber. */
export function Brand() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M4.6 15.2a8.5 8.5 0 1 1 14.8 0"
        fill="none"
        stroke="var(--primary-fill)"
        strokeWidth="2.25"
        strokeLinecap="round"
      />
      <circle cx="12" cy="12" r="2.6" fill="var(--text-strong)" />
      <circle cx="6.6" cy="19.2" r="2" fill="var(--active)" />
      <circle cx="12" cy="21" r="2" fill="var(--edge)" />
      <circle cx="17.4" cy="19.2" r="2" fill="var(--edge)" />
    </svg>
  );
}
