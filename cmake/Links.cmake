# Functions that find the links and headings of Markdown documents: for the installed documents, for the site,
# and for the test of the links.
include_guard()

# histo_cl_links(<variable> <text>): the targets of a document's links, each a path, an #anchor, or both. Addresses on
# the web are left out. Blocks of code are ignored, because lambdas look like links.
function(histo_cl_links variable text)
    string(REGEX REPLACE "\n```[^`]*```" "" text "${text}")
    string(ASCII 1 mark) # brackets would join the elements of lists
    string(REPLACE "](" "${mark}(" text "${text}")
    string(REGEX REPLACE "[][;]" "" text "${text}")
    string(REGEX MATCHALL "${mark}\\([^()\n]+\\)" links "${text}")
    list(TRANSFORM links REPLACE "^..(.*).$" "\\1")
    list(FILTER links EXCLUDE REGEX "^https?:")
    set(${variable} "${links}" PARENT_SCOPE)
endfunction()

# histo_cl_anchor(<variable> <heading>): the anchor of a heading, without the #. It is in lower case and has
# only letters, digits, _ and -; spaces become -.
function(histo_cl_anchor variable heading)
    string(TOLOWER "${heading}" anchor)
    string(REGEX REPLACE "[^a-z0-9_ -]" "" anchor "${anchor}")
    string(REPLACE " " "-" anchor "${anchor}")
    set(${variable} "${anchor}" PARENT_SCOPE)
endfunction()

# histo_cl_anchors(<variable> <text>): the anchors of a document's headings.
function(histo_cl_anchors variable text)
    string(REGEX REPLACE "\n```[^`]*```" "" text "\n${text}") # comments in shell code look like headings
    string(REGEX REPLACE "[][;]" "" text "${text}")
    string(REGEX MATCHALL "\n#+ [^\n]*" headings "${text}")
    set(anchors "")
    foreach(heading IN LISTS headings)
        string(REGEX REPLACE "\n#+ " "" heading "${heading}")
        histo_cl_anchor(anchor "${heading}")
        list(APPEND anchors "${anchor}")
    endforeach()
    set(${variable} "${anchors}" PARENT_SCOPE)
endfunction()

# histo_cl_linked_files(<variable> <root>): the files of a tree that can be reached by links from its README.md, relative to
# the root, with README.md. Links of documents to folders, and to files that do not exist, are left out.
function(histo_cl_linked_files variable root)
    set(found README.md)
    set(next README.md)
    while(next)
        list(POP_FRONT next file)
        if(NOT file MATCHES "\\.md$")
            continue()
        endif()
        file(READ "${root}/${file}" text)
        histo_cl_links(links "${text}")
        foreach(link IN LISTS links)
            string(REGEX REPLACE "#.*" "" link "${link}")
            cmake_path(GET file PARENT_PATH folder)
            cmake_path(APPEND folder "${link}")
            cmake_path(NORMAL_PATH folder)
            if(link AND NOT folder IN_LIST found AND EXISTS "${root}/${folder}" AND NOT IS_DIRECTORY "${root}/${folder}")
                list(APPEND found "${folder}")
                list(APPEND next "${folder}")
            endif()
        endforeach()
    endwhile()
    list(SORT found)
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()
