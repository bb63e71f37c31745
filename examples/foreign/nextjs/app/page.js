export default function Page() {
  return (
    <form action="/api/search">
      <label>
        Search <input name="q" />
      </label>
    </form>
  );
}
