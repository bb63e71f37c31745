"""Requests of Python applications, and how they interpret the responses.

The applications cannot be installed here as packages, so their requests are reproduced from their sources: gpt-researcher
(September 2026), Open WebUI (September 2026), tavily-python 0.7.26, google-search-results 2.4.2 and the utilities of
langchain-community 0.3.23. Each function returns the links of the rows as interpreted by the application, and raises an error if
the application would, or if it would treat a failure as an empty result although the status shows it.

    python3 applications.py http://127.0.0.1:8080 KEY "river ferry"

prints a JSON object with the links, or the error, of each application.
"""

import json
import sys
from urllib.parse import urlencode, urljoin

import requests

origin, key, query = sys.argv[1:4]
compat = origin + "/compat"
timeout = 30


def ok(response):
    response.raise_for_status()
    return response.json()


def gpt_researcher_tavily():
    data = {"query": query, "search_depth": "basic", "topic": "general", "days": 2, "include_answer": False}
    data |= {"include_raw_content": False, "max_results": 10, "include_domains": None, "exclude_domains": None}
    data |= {"include_images": False, "api_key": key, "use_cache": True}
    headers = {"Content-Type": "application/json"}
    found = ok(requests.post(compat + "/tavily/search", data=json.dumps(data), headers=headers, timeout=timeout))
    return [row["url"] for row in found["results"] if row.get("content") is not None]


def gpt_researcher_serper():
    headers = {"X-API-KEY": key, "Content-Type": "application/json"}
    data = json.dumps({"q": query, "num": 7})
    found = ok(requests.request("POST", compat + "/serper/search", timeout=timeout, headers=headers, data=data))
    rows = [row for row in found.get("organic", []) if "youtube.com" not in row["link"]]
    assert len(rows) <= 7
    return [row["link"] for row in rows if row["title"] and isinstance(row["snippet"], str)]


def gpt_researcher_serpapi():
    url = compat + "/serpapi/search.json?" + urlencode({"q": query, "api_key": key})
    found = ok(requests.get(url, timeout=timeout))
    if "organic_results" not in found and "hasn't returned any results" in found["error"]:
        return []  # it treats a missing list as an empty result
    return [row["link"] for row in found["organic_results"] if row["title"] and isinstance(row["snippet"], str)]


def gpt_researcher_searx():
    # The key is part of the URL of the instance, as there is no other setting for it.
    base = f"{compat}/searxng/k/{key}/"
    response = requests.get(urljoin(base, "search"), params={"q": query, "format": "json"}, headers={"Accept": "application/json"})
    return [row.get("url", "") for row in ok(response).get("results", [])[:10]]


def open_webui_searxng():
    params = {"q": query, "format": "json", "pageno": 1, "safesearch": "1", "language": "en-US", "time_range": ""}
    params |= {"categories": "", "theme": "simple", "image_proxy": 0}
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip, deflate", "Accept-Language": "en-US,en;q=0.5"}
    # The key is the password in the URL, which requests supports.
    address = origin.replace("http://", f"http://me:{key}@") + "/compat/searxng/search?q=<query>"
    found = ok(requests.get(address.split("?")[0], headers=headers, params=params))
    rows = sorted(found.get("results", []), key=lambda row: row.get("score", 0), reverse=True)
    return [row["url"] for row in rows[:5]]


def open_webui_serpapi():
    payload = {"engine": "google", "q": query, "api_key": key}
    response = requests.request("GET", f"{compat}/serpapi/search?{urlencode(payload)}")
    rows = sorted(response.json().get("organic_results", []), key=lambda row: row.get("position", 0))
    if not rows and response.status_code != 200:
        response.raise_for_status()  # the application does not check this
    return [row["link"] for row in rows[:5]]


def open_webui_serper():
    headers = {"X-API-KEY": key, "Content-Type": "application/json"}
    found = ok(requests.request("POST", compat + "/serper/search", headers=headers, data=json.dumps({"q": query})))
    return [row["link"] for row in sorted(found.get("organic", []), key=lambda row: row.get("position", 0))[:5]]


def open_webui_tavily():
    found = ok(requests.post(compat + "/tavily/search", json={"query": query, "api_key": key}))["results"]
    if found and "score" in found[0]:
        found.sort(key=lambda row: row.get("score", 0), reverse=True)
    return [row["url"] for row in found[:5]]


def open_webui_tavily_with_filter():
    data = {"query": f"site:example.com {query}", "api_key": key, "search_depth": "advanced", "max_results": 2}
    return [row["url"] for row in ok(requests.post(compat + "/tavily/search", json=data)).get("results", [])]


def open_webui_external():
    headers = {"User-Agent": "Open WebUI RAG Bot", "Authorization": f"Bearer {key}"}
    found = ok(requests.post(compat + "/openwebui", headers=headers, json={"query": query, "count": 3}))
    assert isinstance(found, list) and len(found) <= 3
    return [row.get("link") for row in found[:3]]


def tavily_python():
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}", "X-Client-Source": "tavily-python"}
    data = {"query": query, "topic": "general", "max_results": 12, "include_usage": True, "include_favicon": False}
    response = requests.post(compat + "/tavily/search", data=json.dumps(data), headers=headers, timeout=60)
    if response.status_code != 200:
        error = response.json().get("detail", {}).get("error", None)
        assert isinstance(error, str) and error
        raise RuntimeError(f"{response.status_code} {error}")
    found = response.json()
    assert found["usage"]["credits"] >= 1
    return [row["url"] for row in found["results"]]


def google_search_results():
    # The status is ignored: an error is a member of the response.
    params = {"q": query, "source": "python", "output": "json", "engine": "google", "serp_api_key": key}
    found = requests.get(compat + "/serpapi/search", params, timeout=60).json()
    if "error" in found and "hasn't returned any results" not in found["error"]:
        raise RuntimeError(found["error"])
    return [row["link"] for row in found.get("organic_results", [])]


def serpapi_python():
    params = {"engine": "google", "q": query, "api_key": key}
    headers = {"User-Agent": "serpapi-python, v1.0.2"}
    links = []
    path = compat + "/serpapi/search"
    for _ in range(2):
        response = requests.get(path, params=params, headers=headers, timeout=60)
        if response.status_code != 200:
            raise RuntimeError(response.json().get("error"))
        found = response.json()
        links += [row["link"] for row in found.get("organic_results", [])]
        path = found.get("serpapi_pagination", {}).get("next")
        params = {"api_key": key}
        if path is None:
            return links
    assert len(set(links)) > 10  # the second page differs from the first
    return links


def langchain_serpapi():
    params = {"engine": "google", "google_domain": "google.com", "gl": "us", "hl": "en", "api_key": key, "q": query}
    found = requests.get(compat + "/serpapi/search", params={**params, "source": "python", "output": "json"}).json()
    if "error" in found and "hasn't returned any results" not in found["error"]:
        raise ValueError(found["error"])
    for name in ("answer_box", "sports_results", "knowledge_graph"):
        assert found.get(name) != {}
    return [row["link"] for row in found.get("organic_results", [])]


def langchain_serper():
    # All parameters are in the query string, without a body.
    headers = {"X-API-KEY": key, "Content-Type": "application/json"}
    params = {"gl": "us", "hl": "en", "num": 10, "q": query}
    found = ok(requests.post(compat + "/serper/search", headers=headers, params=params))
    for row in found["organic"]:
        dict(row.get("attributes", {}).items())
    return [row["link"] for row in found["organic"]]


def langchain_searx():
    params = {"language": "en", "format": "json", "q": query, "engines": "", "categories": ""}
    found = requests.get(compat + "/searxng", headers={"x-api-key": key}, params=params)
    if not found.ok:
        raise ValueError("Searx API returned an error: ", found.text)
    rows = found.json()
    if len(rows["answers"]) == 0 and len(rows["results"]) == 0:
        return []
    return [row["url"] for row in rows["results"] if row["title"] and row["engines"] and row["category"]]


def langchain_tavily():
    data = {"api_key": key, "query": query, "max_results": 5, "search_depth": "advanced", "include_domains": []}
    data |= {"exclude_domains": [], "include_answer": True, "include_raw_content": False, "include_images": True}
    found = ok(requests.post(compat + "/tavily/search", json=data))
    assert "answer" in found and isinstance(found["images"], list)
    return [row["url"] for row in found["results"] if row["content"] is not None and row["score"] > 0]


def shown(application):
    try:
        return {"links": application()}
    except Exception as error:  # any error is reported to the caller
        return {"error": f"{type(error).__name__}: {error}"}


applications = [value for name, value in list(globals().items()) if callable(value) and value.__module__ == "__main__"]
print(json.dumps({run.__name__: shown(run) for run in applications if run not in (ok, shown)}))
