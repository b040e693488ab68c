/** `/` leads to the first place, also without scripts (UI-1). */
export default function Home() {
  return <meta httpEquiv="refresh" content="0;url=/rat-architekt/" />;
}
